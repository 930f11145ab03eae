-- What a person says about themselves and what practice has added up to.
create table profiles (
  user_id uuid primary key references users on delete cascade,
  country text check (length(country) between 1 and 60),
  age_group text not null default 'adult' check (age_group in ('adult', 'kid')),
  languages text[] not null default '{}' check (cardinality(languages) <= 20),
  level text check (level in ('basic', 'intermediate', 'advanced')),
  goals text[] not null default '{}',
  learning_style text[] not null default '{}',
  available_time text,
  modality text[] not null default '{}',
  zone text not null default 'America/Mexico_City' check (length(zone) <= 64),
  -- The language of the interface and of mail.
  locale text not null default 'es' check (locale in ('es', 'en', 'fr', 'pt', 'de', 'ko', 'zh')),
  -- Days in a row with practice, up to `last_practice_day` in the person's own zone.
  streak_days integer not null default 0 check (streak_days >= 0),
  last_practice_day date,
  total_videos_watched integer not null default 0 check (total_videos_watched >= 0),
  -- Practice is added up to the second; the whole minutes that screens show follow from it.
  total_learning_seconds integer not null default 0 check (total_learning_seconds >= 0),
  total_learning_minutes integer not null generated always as (total_learning_seconds / 60) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create trigger age_group_changed after update of age_group on profiles for each row
  when (old.age_group is distinct from new.age_group) execute function tell_access_changed();

-- Typed handles on other platforms; shown to the owner and administrators only.
create table oauth_connections (
  user_id uuid not null references users on delete cascade,
  platform text not null check (platform in ('instagram', 'tiktok', 'youtube', 'facebook', 'twitter')),
  platform_username text not null check (length(platform_username) between 1 and 100),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (user_id, platform)
);

create table teacher_profiles (
  user_id uuid primary key references users on delete cascade,
  bio text not null check (length(bio) between 1 and 2000),
  languages_taught text[] not null check (cardinality(languages_taught) between 1 and 20),
  specialties text[] not null default '{}' check (cardinality(specialties) <= 30),
  experience_years integer not null default 0 check (experience_years between 0 and 80),
  average_rating numeric(3, 2) check (average_rating between 1 and 5),
  total_reviews integer not null default 0 check (total_reviews >= 0),
  verification_status text not null default 'pending'
    check (verification_status in ('pending', 'approved', 'rejected')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger verification_changed after insert or update of verification_status or delete on teacher_profiles
  for each row execute function tell_access_changed();
