ALTER TABLE "deliveries" ADD COLUMN "role" text;--> statement-breakpoint
ALTER TABLE "scheduled_reports" ADD COLUMN "role" text;