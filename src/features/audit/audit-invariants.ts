import { findMissingTrigger, type Invariant } from '#server/db/find-broken.ts';

/** What is always true of the audit log. */
export const auditInvariants: readonly Invariant[] = [
  {
    name: 'the audit log refuses changes',
    query: findMissingTrigger('audit_log', 'audit_log_is_append_only'),
  },
  {
    name: 'the lines of the audit log last a year, and those about money for good',
    query: findMissingTrigger('audit_log', 'audit_lines_last_a_year'),
  },
  {
    name: 'the words of the audit log refuse changes',
    query: findMissingTrigger('audit_words', 'audit_words_only_get_a_person'),
  },
  {
    name: 'the words of the audit log go with the account of their person alone',
    query: findMissingTrigger('audit_words', 'audit_words_go_with_their_person'),
  },
  {
    name: 'the audit log says nothing by which a deleted account was known',
    query:
      'select line_id, key, person_id from audit_words join users on users.id = person_id where deleted_at is not null',
  },
];
