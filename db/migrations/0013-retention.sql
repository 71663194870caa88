-- What is deleted after a while is found by its age, and an intent by whoever still names it.
create index payment_checks_closed on payment_checks (created_at) where next_check_at is null;
create index payment_attempts_by_age on payment_attempts (created_at);
create index donations_unverified on donations (created_at) where not verified;
create index donation_claims_by_intent on donation_claims (intent_id) where intent_id is not null;
create index donation_intents_by_age on donation_intents (created_at);
create index donation_displacements_by_age on donation_displacements (created_at);
create index events_by_age on events (created_at) where not is_state;
