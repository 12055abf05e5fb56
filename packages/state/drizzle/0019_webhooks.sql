CREATE TABLE "webhook_calls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"company_id" bigint NOT NULL,
	"event" text NOT NULL,
	"subject" text NOT NULL,
	"title" text NOT NULL,
	"details" jsonb NOT NULL,
	"url" text NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"answer_status" integer,
	"status" text NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"attempt_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	CONSTRAINT "webhook_calls_once" UNIQUE("webhook_id","event","subject"),
	CONSTRAINT "webhook_calls_event" CHECK ("webhook_calls"."event" in ('report.ready', 'import.done', 'import.late', 'finding', 'watch.crossed')),
	CONSTRAINT "webhook_calls_status" CHECK ("webhook_calls"."status" in ('queued', 'running', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"role" text NOT NULL,
	"demo" boolean NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"url" text NOT NULL,
	"secret" text,
	"events" jsonb NOT NULL,
	"paused" boolean NOT NULL,
	"seen_until" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhooks_kind" CHECK ("webhooks"."kind" in ('signed', 'slack', 'teams')),
	CONSTRAINT "webhooks_secret" CHECK (("webhooks"."secret" is null) = ("webhooks"."kind" <> 'signed'))
);
--> statement-breakpoint
ALTER TABLE "webhook_calls" ADD CONSTRAINT "webhook_calls_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_calls_open" ON "webhook_calls" USING btree ("status","attempt_at");--> statement-breakpoint
CREATE INDEX "webhook_calls_latest" ON "webhook_calls" USING btree ("webhook_id","created_at");--> statement-breakpoint
CREATE INDEX "webhooks_owner" ON "webhooks" USING btree ("company_id","user_id");