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
    name: 'the lines of the audit log refuse changes',
    query: findMissingTrigger('audit_log', 'audit_lines_only_lose_words'),
  },
];
