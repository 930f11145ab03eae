create table videos (
  id uuid primary key default uuidv7(),
  title text not null check (length(title) between 1 and 200),
  description text not null default '' check (length(description) <= 2000),
  -- Whatever a source calls its language or topics, here they stand under one key each, as in the registries
  -- (src/shared/languages.ts, src/features/videos/topics.ts).
  language text not null check (language in (
    'en', 'es', 'fr', 'it', 'pt', 'de', 'zh', 'ko', 'ja', 'nah', 'ar', 'ru', 'hi', 'eo')),
  level text not null check (level in ('basic', 'intermediate', 'advanced')),
  topics text[] not null default '{}' check (cardinality(topics) <= 14 and topics <@ array[
    'conversation', 'grammar', 'vocabulary', 'pronunciation', 'culture', 'travel', 'work', 'food', 'music',
    'history', 'idioms', 'exams', 'kids', 'news']),
  source text not null check (source in ('youtube', 'tiktok', 'instagram', 'upload')),
  -- The id at its source; for `upload`, the file's name under /media/clips.
  source_id text not null check (length(source_id) between 1 and 200),
  source_url text check (length(source_url) <= 500),
  thumbnail_url text check (length(thumbnail_url) <= 500),
  captions_url text check (length(captions_url) <= 500),
  seconds integer check (seconds between 1 and 36000),
  is_active boolean not null default true,
  moderation_status text not null default 'pending'
    check (moderation_status in ('pending', 'approved', 'rejected')),
  is_sponsored boolean not null default false,
  has_subtitles boolean not null default false,
  created_at timestamptz not null default now(),
  unique (source, source_id)
);
create index videos_in_feed on videos (created_at desc, id desc) where is_active and moderation_status = 'approved';
create index videos_in_feed_by_language on videos (language, created_at desc, id desc)
  where is_active and moderation_status = 'approved';

create table video_interactions (
  user_id uuid not null references users on delete cascade,
  video_id uuid not null references videos on delete cascade,
  interaction_type text not null check (interaction_type in ('like', 'save', 'view')),
  -- A view counts once a day; a like or a save simply is or is not.
  day date,
  -- How much of the video was seen that day; what the person's learning time is made of.
  watched_seconds integer check (watched_seconds >= 0),
  created_at timestamptz not null default now(),
  constraint only_views_have_a_day check ((interaction_type = 'view') = (day is not null)),
  constraint only_views_last check ((interaction_type = 'view') = (watched_seconds is not null)),
  constraint once_per_day unique nulls not distinct (user_id, video_id, interaction_type, day)
);
create index saved_videos on video_interactions (user_id, created_at desc, video_id desc) where interaction_type = 'save';
