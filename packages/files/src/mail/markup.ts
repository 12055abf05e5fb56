export const TEXT_FONTS = "Poppins, 'Segoe UI', Helvetica, Arial, sans-serif"
export const NUMBER_FONTS = "Figtree, 'Segoe UI', Helvetica, Arial, sans-serif"

/** A block of the mail, with the space above it. */
export const row = (content: string): string => `<tr><td style="padding:20px 24px 0">${content}</td></tr>`

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => htmlEntities[sign] ?? sign)
