CREATE TABLE "welcomes" (
	"company_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "welcomes_company_id_user_id_pk" PRIMARY KEY("company_id","user_id")
);
