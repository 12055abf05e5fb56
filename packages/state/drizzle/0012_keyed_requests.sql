CREATE TABLE "keyed_requests" (
	"company_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"key" text NOT NULL,
	"request" text NOT NULL,
	"answer_status" integer,
	"body" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "keyed_requests_company_id_user_id_key_pk" PRIMARY KEY("company_id","user_id","key")
);
--> statement-breakpoint
CREATE INDEX "keyed_requests_age" ON "keyed_requests" USING btree ("created_at");