CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"company_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"demo" boolean NOT NULL,
	"schedule_id" uuid,
	"due_at" timestamp (3) with time zone,
	"missed_runs" integer NOT NULL,
	"time_zone" text NOT NULL,
	"property_id" bigint,
	"name" text NOT NULL,
	"report" text,
	"params" jsonb NOT NULL,
	"formats" jsonb NOT NULL,
	"note" text,
	"status" text NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"attempt_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	CONSTRAINT "deliveries_run" UNIQUE("schedule_id","due_at"),
	CONSTRAINT "deliveries_status" CHECK ("deliveries"."status" in ('queued', 'running', 'sent', 'skipped', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "delivery_recipients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delivery_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"status" text NOT NULL,
	"reason" text,
	"attempts" integer NOT NULL,
	"handed_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "delivery_recipients_once" UNIQUE("delivery_id","email"),
	CONSTRAINT "delivery_recipients_status" CHECK ("delivery_recipients"."status" in ('queued', 'running', 'sent', 'skipped', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "mail_rules" (
	"company_id" bigint PRIMARY KEY NOT NULL,
	"outside" text NOT NULL,
	"domains" jsonb NOT NULL,
	"updated_by" bigint NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"sender" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"plain" text NOT NULL,
	"headers" jsonb NOT NULL,
	"attachments" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "own_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"report" text NOT NULL,
	"params" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "schedule_subscribers" (
	"schedule_id" uuid NOT NULL,
	"email" text NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"unsubscribed_at" timestamp (3) with time zone,
	CONSTRAINT "schedule_subscribers_schedule_id_email_pk" PRIMARY KEY("schedule_id","email")
);
--> statement-breakpoint
CREATE TABLE "scheduled_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"company_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"demo" boolean NOT NULL,
	"name" text NOT NULL,
	"report" text NOT NULL,
	"params" jsonb NOT NULL,
	"frequency" text NOT NULL,
	"weekdays" jsonb NOT NULL,
	"day_of_month" integer,
	"time" text NOT NULL,
	"time_zone" text NOT NULL,
	"formats" jsonb NOT NULL,
	"note" text,
	"paused" boolean NOT NULL,
	"next_run_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "scheduled_reports_frequency" CHECK ("scheduled_reports"."frequency" in ('DAILY', 'WEEKLY', 'MONTHLY'))
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_schedule_id_scheduled_reports_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."scheduled_reports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_recipients" ADD CONSTRAINT "delivery_recipients_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_subscribers" ADD CONSTRAINT "schedule_subscribers_schedule_id_scheduled_reports_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."scheduled_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_open" ON "deliveries" USING btree ("status","attempt_at");--> statement-breakpoint
CREATE INDEX "deliveries_owner" ON "deliveries" USING btree ("company_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "outbox_mails_latest" ON "outbox_mails" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "saved_reports_owner" ON "saved_reports" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "scheduled_reports_owner" ON "scheduled_reports" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "scheduled_reports_due" ON "scheduled_reports" USING btree ("next_run_at");--> statement-breakpoint
CREATE UNIQUE INDEX "scheduled_reports_insights" ON "scheduled_reports" USING btree ("company_id","user_id") WHERE "scheduled_reports"."kind" = 'insights';