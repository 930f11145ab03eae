-- What an administrator says to the people of the community.
create table announcements (
  id uuid primary key default uuidv7(),
  title text not null check (length(title) between 1 and 120),
  words text not null check (length(words) between 1 and 2000),
  audience text not null check (audience in ('everybody', 'adults', 'kids', 'teachers')),
  -- Only those who learn it. Null: whatever they learn.
  language text check (language = any (language_codes())),
  author_id uuid not null references users,
  posted_at timestamptz(3) not null default now(),
  -- How many people were told, up to which of them in the order of their ids, and when the last one was.
  told integer not null default 0 check (told >= 0),
  told_until uuid,
  told_at timestamptz(3),
  constraint teachers_of_every_language check (audience <> 'teachers' or language is null)
);
create index announcements_newest on announcements (posted_at desc, id desc);
create index announcements_of_author on announcements (author_id);

-- The notice of an announcement holds its words, so it goes with it, also where it was read. The key is the one of
-- src/features/announcements/tell-readers.ts.
create function erase_announcement_notices() returns trigger language plpgsql as $$
begin
  perform take_back_notices(array['announcements.posted ' || old.id], array(
    select user_id from notifications where about = old.id));
  return null;
end $$;
create trigger announcement_deleted after delete on announcements
  for each row execute function erase_announcement_notices();
