CREATE TABLE "group_goals" (
	"company_id" bigint NOT NULL,
	"attribute" text NOT NULL,
	"value" text NOT NULL,
	"goal" text NOT NULL,
	"month" text NOT NULL,
	"target" integer NOT NULL,
	"set_by" bigint NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "group_goals_company_id_attribute_value_goal_month_pk" PRIMARY KEY("company_id","attribute","value","goal","month"),
	CONSTRAINT "group_goals_target" CHECK ("group_goals"."target" > 0),
	CONSTRAINT "group_goals_group" CHECK (("group_goals"."attribute" = '') = ("group_goals"."value" = ''))
);
--> statement-breakpoint
CREATE INDEX "group_goals_month" ON "group_goals" USING btree ("company_id","month");