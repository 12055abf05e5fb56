CREATE TABLE "copies" (
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"finished_at" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"parts" jsonb NOT NULL
);
