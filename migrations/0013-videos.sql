-- Channels whose videos come into the moderation queue by themselves.
create table video_channels (
  id uuid primary key default uuidv7(),
  source text not null default 'youtube' check (source in ('youtube')),
  -- The channel's id at its source.
  source_id text not null check (source_id ~ '^UC[A-Za-z0-9_-]{22}$'),
  title text not null check (length(title) between 1 and 200),
  -- The language, level and topics of its videos until an administrator says otherwise.
  language text not null check (language = any (language_codes())),
  level text not null check (level in ('basic', 'intermediate', 'advanced')),
  topics text[] not null default '{}' check (cardinality(topics) <= 14) check (topics <@ array[
    'conversation', 'grammar', 'vocabulary', 'pronunciation', 'culture', 'travel', 'work', 'food', 'music',
    'history', 'idioms', 'exams', 'kids', 'news']),
  is_active boolean not null default true,
  listed_by uuid references users on delete set null,
  -- When its source last answered.
  last_synced_at timestamptz,
  -- Why the last attempt failed. Null after a success.
  last_error text check (length(last_error) <= 500),
  created_at timestamptz not null default now(),
  unique (source, source_id)
);

create table videos (
  id uuid primary key default uuidv7(),
  title text not null check (length(title) between 1 and 200),
  description text not null default '' check (length(description) <= 2000),
  -- Languages and topics have one key each, whatever the source calls them (src/shared/languages.ts,
  -- src/shared/topics.ts).
  language text not null check (language = any (language_codes())),
  level text not null check (level in ('basic', 'intermediate', 'advanced')),
  topics text[] not null default '{}' check (cardinality(topics) <= 14) check (topics <@ array[
    'conversation', 'grammar', 'vocabulary', 'pronunciation', 'culture', 'travel', 'work', 'food', 'music',
    'history', 'idioms', 'exams', 'kids', 'news']),
  source text not null check (source in ('youtube', 'tiktok', 'instagram', 'upload')),
  -- The id at its source. For `upload`, the name of the file under /media/clips.
  source_id text not null check (length(source_id) between 1 and 200),
  source_url text check (length(source_url) <= 500),
  thumbnail_url text check (length(thumbnail_url) <= 500),
  captions_url text check (length(captions_url) <= 500),
  seconds integer check (seconds between 1 and 36000),
  is_active boolean not null default true,
  is_sponsored boolean not null default false,
  has_subtitles boolean not null default false,
  -- Optimistic lock: every edit of what describes it adds one, so of two edits at the same time one is refused.
  version integer not null default 1,
  -- Whether kids see it: an administrator decides that with the approval or after it.
  is_for_kids boolean not null default false,
  -- Whether its proposer thinks that it is for kids.
  proposed_for_kids boolean not null default false,
  -- Who proposed it (a user or a channel), who decided about it, and why.
  proposed_by uuid references users on delete set null,
  channel_id uuid,
  moderation_status text not null default 'pending'
    check (moderation_status in ('pending', 'approved', 'rejected')),
  moderated_by uuid references users on delete set null,
  moderated_at timestamptz,
  moderation_reason text check (length(moderation_reason) between 1 and 500),
  -- When the source is asked next whether the video is still there (src/features/videos/presence).
  check_at timestamptz(3) not null default now() + interval '1 day',
  -- How many times in a row, each on another day, the source said that it is not; and what it said last.
  gone_count integer not null default 0 check (gone_count >= 0),
  gone_as text check (gone_as in ('missing', 'closed')),
  -- When that took it out of the feed. It comes back by itself, or an administrator activates it.
  gone_at timestamptz,
  created_at timestamptz not null default now(),
  unique (source, source_id),
  constraint gone_is_off check (gone_at is null or not is_active),
  constraint gone_for_a_reason check ((gone_count = 0) = (gone_as is null) and (gone_at is null or gone_count > 0)),
  constraint only_approved_for_kids check (not is_for_kids or moderation_status = 'approved'),
  constraint no_sponsors_for_kids check (not is_for_kids or not is_sponsored),
  constraint videos_of_channel foreign key (channel_id) references video_channels on delete set null
);
create index videos_in_feed on videos (language, level, created_at, id)
  where is_active and moderation_status = 'approved';
create index videos_to_check on videos (source, check_at)
  where source <> 'upload' and moderation_status = 'approved' and (is_active or gone_at is not null);
create index videos_to_moderate on videos (created_at, id) where moderation_status = 'pending';
create index videos_by_age on videos (created_at desc, id desc);
create index videos_of_proposer on videos (proposed_by, id desc) where proposed_by is not null;
create index videos_by_channel on videos (channel_id) where channel_id is not null;

create table video_interactions (
  user_id uuid not null references users on delete cascade,
  video_id uuid not null references videos on delete cascade,
  -- A video that a student is not interested in is never in their feed again.
  interaction_type text not null check (interaction_type in ('like', 'save', 'view', 'not_interested')),
  -- The day of a view, which counts once a day. Any other interaction has none.
  day date,
  -- How much of the video the student saw that day. Learning time is the sum of these.
  watched_seconds integer check (watched_seconds >= 0),
  created_at timestamptz not null default now(),
  constraint only_views_have_a_day check ((interaction_type = 'view') = (day is not null)),
  constraint only_views_last check ((interaction_type = 'view') = (watched_seconds is not null)),
  constraint once_per_day unique nulls not distinct (user_id, video_id, interaction_type, day)
);
create index saved_videos on video_interactions (user_id, created_at desc, video_id desc) where interaction_type = 'save';
-- From which the feed learns what a student likes (src/features/videos/feed/read-taste.ts).
create index reactions_of_student on video_interactions (user_id, created_at desc) where interaction_type <> 'view';

-- How the feed mixes its videos: one row, which an administrator changes.
create table feed_settings (
  only_row boolean primary key default true check (only_row),
  -- How many videos in a hundred are of another level, or of a language that the student does not learn.
  discovery_percent integer not null default 20 check (discovery_percent between 0 and 50),
  -- How many other videos in a hundred have a topic that the student likes, while there are such.
  topics_percent integer not null default 60 check (topics_percent between 0 and 100),
  -- For how many days the feed calls a video new.
  new_days integer not null default 3 check (new_days between 0 and 30)
);
insert into feed_settings default values;

create trigger videos_invalidate after insert or update or delete or truncate on videos
  for each statement execute function invalidate_shared();
create trigger feed_settings_invalidate after insert or update or delete or truncate on feed_settings
  for each statement execute function invalidate_shared();
create trigger video_interactions_inserted_invalidate after insert on video_interactions
  referencing new table as changed for each statement execute function invalidate_own();
create trigger video_interactions_updated_invalidate after update on video_interactions
  referencing new table as changed for each statement execute function invalidate_own();
create trigger video_interactions_deleted_invalidate after delete on video_interactions
  referencing old table as changed for each statement execute function invalidate_own();
create trigger video_interactions_emptied_invalidate after truncate on video_interactions
  for each statement execute function invalidate_shared();
