CREATE TABLE "feed_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"feed_id" uuid NOT NULL,
	"company_id" bigint NOT NULL,
	"key_hash" text NOT NULL,
	"ending" text NOT NULL,
	"created_by" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "feed_keys_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "feed_lists" (
	"feed_id" uuid NOT NULL,
	"company_id" bigint NOT NULL,
	"entity" text NOT NULL,
	"part" integer NOT NULL,
	"records" jsonb NOT NULL,
	CONSTRAINT "feed_lists_feed_id_entity_part_pk" PRIMARY KEY("feed_id","entity","part")
);
--> statement-breakpoint
CREATE TABLE "feed_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"feed_id" uuid NOT NULL,
	"company_id" bigint NOT NULL,
	"trigger" text NOT NULL,
	"file_name" text,
	"file_key" text,
	"location" text,
	"machine" text,
	"bytes" bigint,
	"import_run_id" uuid,
	"rows" integer,
	"accepted" integer,
	"rejected" integer,
	"removed" integer,
	"report" jsonb,
	"removal_allowed_by" bigint,
	"status" text NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"attempt_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	CONSTRAINT "feed_runs_status" CHECK ("feed_runs"."status" in ('queued', 'running', 'done', 'unchanged', 'stopped', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "feeds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" bigint NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"entity" text,
	"mapping_id" uuid,
	"source" text NOT NULL,
	"folder" text,
	"url" text,
	"rhythm" text NOT NULL,
	"grace_hours" integer NOT NULL,
	"fetch_time" text,
	"fetch_weekday" integer,
	"time_zone" text NOT NULL,
	"next_fetch_at" timestamp (3) with time zone,
	"extent" text NOT NULL,
	"max_removed_percent" integer NOT NULL,
	"max_rejected_percent" integer NOT NULL,
	"paused" boolean NOT NULL,
	"expected_since" timestamp (3) with time zone NOT NULL,
	"last_success_at" timestamp (3) with time zone,
	"incident" text,
	"incident_at" timestamp (3) with time zone,
	"etag" text,
	"last_modified" text,
	"created_by" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "feeds_name" UNIQUE("company_id","name"),
	CONSTRAINT "feeds_folder" UNIQUE("company_id","folder")
);
--> statement-breakpoint
ALTER TABLE "feed_keys" ADD CONSTRAINT "feed_keys_feed_id_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."feeds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_lists" ADD CONSTRAINT "feed_lists_feed_id_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."feeds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_runs" ADD CONSTRAINT "feed_runs_feed_id_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."feeds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_mapping_id_import_mappings_id_fk" FOREIGN KEY ("mapping_id") REFERENCES "public"."import_mappings"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feed_keys_feed" ON "feed_keys" USING btree ("feed_id");--> statement-breakpoint
CREATE INDEX "feed_lists_company" ON "feed_lists" USING btree ("company_id","entity");--> statement-breakpoint
CREATE INDEX "feed_runs_open" ON "feed_runs" USING btree ("status","attempt_at");--> statement-breakpoint
CREATE INDEX "feed_runs_latest" ON "feed_runs" USING btree ("feed_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "feed_runs_file" ON "feed_runs" USING btree ("feed_id","file_key") WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "feeds_due" ON "feeds" USING btree ("next_fetch_at");