CREATE TABLE "goals" (
	"company_id" bigint NOT NULL,
	"property_id" bigint NOT NULL,
	"goal" text NOT NULL,
	"month" text NOT NULL,
	"target" integer NOT NULL,
	"set_by" bigint NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "goals_company_id_property_id_goal_month_pk" PRIMARY KEY("company_id","property_id","goal","month"),
	CONSTRAINT "goals_target" CHECK ("goals"."target" > 0)
);
--> statement-breakpoint
ALTER TABLE "number_watches" DROP CONSTRAINT "number_watches_condition";--> statement-breakpoint
CREATE INDEX "goals_month" ON "goals" USING btree ("company_id","month");--> statement-breakpoint
ALTER TABLE "number_watches" ADD CONSTRAINT "number_watches_condition" CHECK (("number_watches"."threshold" is null) = ("number_watches"."condition" in ('unusual', 'behind')));