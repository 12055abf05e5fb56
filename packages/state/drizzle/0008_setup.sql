CREATE TABLE "setup_dismissals" (
	"company_id" bigint NOT NULL,
	"line" text NOT NULL,
	"dismissed_by" bigint NOT NULL,
	"dismissed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "setup_dismissals_company_id_line_pk" PRIMARY KEY("company_id","line")
);
--> statement-breakpoint
CREATE TABLE "setup_links" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
