CREATE TABLE "audit_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" bigint NOT NULL,
	"user_id" bigint,
	"at" timestamp (3) with time zone NOT NULL,
	"action" text NOT NULL,
	"means" text NOT NULL,
	"what" text NOT NULL,
	"report" text,
	"demo" boolean NOT NULL,
	CONSTRAINT "audit_events_action" CHECK ("audit_events"."action" in ('seen', 'exported', 'sent', 'changed', 'imported', 'erased', 'access')),
	CONSTRAINT "audit_events_means" CHECK ("audit_events"."means" in ('session', 'api', 'sheet', 'guest', 'machine'))
);
--> statement-breakpoint
CREATE INDEX "audit_events_latest" ON "audit_events" USING btree ("company_id","at");