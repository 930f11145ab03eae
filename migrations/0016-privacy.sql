-- The terms and the privacy notice as administrators wrote them, one row a version; the newest of a language counts.
-- Without a row the product's own text is shown (src/features/privacy/policy-texts).
create table policy_versions (
  id uuid primary key default uuidv7(),
  name text not null check (name in ('terms', 'privacy')),
  locale text not null check (locale in ('es', 'en', 'fr', 'pt', 'de', 'ko', 'zh')),
  -- From 1 on. If two administrators write the same version at once, one is told.
  version integer not null check (version >= 1),
  body text not null check (length(body) between 1 and 20000),
  changed_by uuid not null references users,
  created_at timestamptz(3) not null default clock_timestamp(),
  unique (name, locale, version)
);
create trigger policy_versions_never_change before update or delete or truncate on policy_versions
  for each statement execute function refuse_change();
