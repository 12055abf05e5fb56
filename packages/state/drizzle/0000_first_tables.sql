CREATE TABLE "import_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" bigint,
	"entity" text NOT NULL,
	"source" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"account" jsonb,
	"status" text NOT NULL,
	CONSTRAINT "import_runs_status" CHECK ("import_runs"."status" in ('running', 'done', 'refused', 'failed', 'interrupted'))
);
--> statement-breakpoint
CREATE TABLE "prospect_batch_members" (
	"batch_id" uuid NOT NULL,
	"prospect_id" bigint NOT NULL,
	CONSTRAINT "prospect_batch_members_batch_id_prospect_id_pk" PRIMARY KEY("batch_id","prospect_id")
);
--> statement-breakpoint
CREATE TABLE "prospect_batches" (
	"batch_id" uuid PRIMARY KEY NOT NULL,
	"company_id" bigint NOT NULL,
	"property_id" bigint NOT NULL,
	"leasing_team_id" bigint,
	"access_token_hash" text NOT NULL,
	"created_by" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "prospect_batches_access_token_hash_unique" UNIQUE("access_token_hash")
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"company_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"viewer" jsonb NOT NULL,
	"request" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "prospect_batch_members" ADD CONSTRAINT "prospect_batch_members_batch_id_prospect_batches_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."prospect_batches"("batch_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_runs_latest" ON "import_runs" USING btree ("company_id","started_at");--> statement-breakpoint
CREATE INDEX "prospect_batches_expiry" ON "prospect_batches" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "tickets_expiry" ON "tickets" USING btree ("expires_at");