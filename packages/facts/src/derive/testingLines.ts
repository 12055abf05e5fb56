/** Texts in which letters have a case of their own, and which hold what a search treats specially. */
export const AWKWARD_LINES = [
  ...['Is there a BALCONY?', 'The balcony, the balcony!', '100% _sure_ \\ "quoted"', 'one\nline\r\nbroken', ''],
  ...[
    'Ünser Balkon kostet Ça',
    'ÜNSER',
    'STRASSE straße STRAẞE',
    'İstanbul ıssız',
    '\u212Aelvin \u017Fay',
    'Σίσυφος ΣΊΣΥΦΟΣ',
  ],
  ...['ǅ ǆ Ǆ', 'ﬁne ﬁ', '日本語 ＡＢＣ ａｂｃ', 'e\u0301 É', '\u{10400}\u{10428}', 'tab\there'],
] as const
