CREATE TABLE "reconciliations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" bigint NOT NULL,
	"created_by" bigint NOT NULL,
	"file_name" text NOT NULL,
	"start_on" text NOT NULL,
	"end_on" text NOT NULL,
	"made_at" timestamp (3) with time zone,
	"mapping" jsonb NOT NULL,
	"columns" jsonb NOT NULL,
	"has_sources" boolean NOT NULL,
	"content" jsonb NOT NULL,
	"left_out" jsonb NOT NULL,
	"found" jsonb NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "reconciliations_latest" ON "reconciliations" USING btree ("company_id","created_at");