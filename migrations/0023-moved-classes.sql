-- When a class was last given another start: whoever paid before that gets their money back when they leave.
alter table classes add column moved_at timestamptz(3);
