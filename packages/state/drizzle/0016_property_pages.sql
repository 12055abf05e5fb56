ALTER TABLE "deliveries" ADD COLUMN "property_pages" jsonb;--> statement-breakpoint
ALTER TABLE "scheduled_reports" ADD COLUMN "property_pages" jsonb;