CREATE TABLE "finding_passes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" bigint NOT NULL,
	"scope" text NOT NULL,
	"user_id" bigint NOT NULL,
	"role" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"facts_version" bigint NOT NULL,
	"day" text NOT NULL,
	"end_day" text,
	"tests" integer NOT NULL,
	"findings" jsonb NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"attempt_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	CONSTRAINT "finding_passes_scope" UNIQUE("company_id","scope")
);
--> statement-breakpoint
CREATE TABLE "finding_rules" (
	"company_id" bigint NOT NULL,
	"finding" text NOT NULL,
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"until" timestamp (3) with time zone,
	"made_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "finding_rules_company_id_finding_user_id_kind_pk" PRIMARY KEY("company_id","finding","user_id","kind")
);
--> statement-breakpoint
CREATE INDEX "finding_passes_queue" ON "finding_passes" USING btree ("status","attempt_at");