CREATE TABLE "number_watches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"role" text NOT NULL,
	"demo" boolean NOT NULL,
	"name" text NOT NULL,
	"report" text NOT NULL,
	"params" jsonb NOT NULL,
	"column_key" text NOT NULL,
	"row_key" text,
	"condition" text NOT NULL,
	"threshold" double precision,
	"by_mail" boolean NOT NULL,
	"webhook_url" text,
	"webhook_secret" text,
	"quiet_from" text,
	"quiet_to" text,
	"time_zone" text NOT NULL,
	"snoozed_until" timestamp (3) with time zone,
	"verdict" text,
	"checked_at" timestamp (3) with time zone,
	"finding" text,
	"problem" text,
	"fired_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"status" text NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"attempt_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	CONSTRAINT "number_watches_status" CHECK ("number_watches"."status" in ('queued', 'running', 'paused')),
	CONSTRAINT "number_watches_condition" CHECK (("number_watches"."threshold" is null) = ("number_watches"."condition" = 'unusual'))
);
--> statement-breakpoint
CREATE TABLE "watch_calls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"watch_id" uuid NOT NULL,
	"company_id" bigint NOT NULL,
	"body" jsonb NOT NULL,
	"answer_status" integer,
	"status" text NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"attempt_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	CONSTRAINT "watch_calls_status" CHECK ("watch_calls"."status" in ('queued', 'running', 'sent', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "watch_id" uuid;--> statement-breakpoint
ALTER TABLE "watch_calls" ADD CONSTRAINT "watch_calls_watch_id_number_watches_id_fk" FOREIGN KEY ("watch_id") REFERENCES "public"."number_watches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "number_watches_owner" ON "number_watches" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "number_watches_due" ON "number_watches" USING btree ("status","attempt_at");--> statement-breakpoint
CREATE INDEX "watch_calls_open" ON "watch_calls" USING btree ("status","attempt_at");--> statement-breakpoint
CREATE INDEX "watch_calls_latest" ON "watch_calls" USING btree ("watch_id","created_at");--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_watch_id_number_watches_id_fk" FOREIGN KEY ("watch_id") REFERENCES "public"."number_watches"("id") ON DELETE set null ON UPDATE no action;