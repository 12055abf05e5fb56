CREATE TABLE "my_pages" (
	"company_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"is_start" boolean NOT NULL,
	CONSTRAINT "my_pages_company_id_user_id_pk" PRIMARY KEY("company_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "pins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"name" text,
	"kind" text NOT NULL,
	"item" text NOT NULL,
	"report" text NOT NULL,
	"params" jsonb NOT NULL,
	"place" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "pins_kind" CHECK ("pins"."kind" in ('number', 'chart', 'finding'))
);
--> statement-breakpoint
CREATE INDEX "pins_owner" ON "pins" USING btree ("company_id","user_id");