CREATE TABLE "access_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"company_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"role" text NOT NULL,
	"demo" boolean NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"ending" text NOT NULL,
	"may_import" boolean NOT NULL,
	"report" text,
	"params" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "access_keys_key_hash_unique" UNIQUE("key_hash"),
	CONSTRAINT "access_keys_report" CHECK (("access_keys"."report" is null) = ("access_keys"."kind" = 'api')),
	CONSTRAINT "access_keys_params" CHECK (("access_keys"."params" is null) = ("access_keys"."report" is null))
);
--> statement-breakpoint
CREATE INDEX "access_keys_owner" ON "access_keys" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "access_keys_expiry" ON "access_keys" USING btree ("expires_at");