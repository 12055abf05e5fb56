CREATE TABLE "flag_settings" (
	"company_id" bigint NOT NULL,
	"flag" text NOT NULL,
	"value" boolean NOT NULL,
	"set_by" bigint NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "flag_settings_company_id_flag_pk" PRIMARY KEY("company_id","flag")
);
