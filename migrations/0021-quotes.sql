-- Whether what somebody wrote about a class may be shown to visitors, with their first name and initial.
alter table class_reviews add column may_quote boolean not null default false;
create index reviews_to_quote on class_reviews (created_at desc) where may_quote and rating >= 4 and words is not null;
