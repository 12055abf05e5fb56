CREATE TABLE "timeline_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" bigint NOT NULL,
	"text" text NOT NULL,
	"start_on" text NOT NULL,
	"end_on" text NOT NULL,
	"property_ids" jsonb NOT NULL,
	"attribute" text,
	"value" text,
	"author_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "timeline_notes_order" CHECK ("timeline_notes"."start_on" <= "timeline_notes"."end_on"),
	CONSTRAINT "timeline_notes_attribute" CHECK (("timeline_notes"."attribute" is null) = ("timeline_notes"."value" is null))
);
--> statement-breakpoint
CREATE INDEX "timeline_notes_days" ON "timeline_notes" USING btree ("company_id","start_on");