CREATE TABLE "fact_seals" (
	"table" text PRIMARY KEY NOT NULL,
	"seal" jsonb NOT NULL,
	"damage" jsonb,
	"sealed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "installation_only" CHECK ("installation"."only")
);
