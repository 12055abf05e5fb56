CREATE TABLE "company_holds" (
	"company_id" bigint PRIMARY KEY NOT NULL,
	"owner" uuid NOT NULL,
	"held_until" timestamp (3) with time zone NOT NULL
);
