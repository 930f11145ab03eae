import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#shared/operation.ts';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import { changeNoticeChoices, type NoticeChoices, readNoticeChoices } from '../contract.ts';

export const choicesQuery = queryOptions({
  queryKey: ['notifications', 'choices'],
  queryFn: ({ signal }) => call(readNoticeChoices, {}, { signal }),
});

type Change = InputOf<typeof changeNoticeChoices>['body'];

/**
 * Changes a choice: shown at once. When the server does not keep it, its own fields are taken back, except those that
 * the member has changed since.
 */
export function useChangeChoices() {
  const { t } = useTranslation('notifications');
  const queryClient = useQueryClient();
  const { queryKey } = choicesQuery;
  const change = useMutation({
    mutationKey: queryKey,
    // One after another: two quick changes must not overtake each other.
    scope: { id: 'notice-choices' },
    mutationFn: (body: Change) => call(changeNoticeChoices, { body }),
    async onMutate(body) {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (now) => now && after(now, body));
      return before;
    },
    onError: (error, body, before) => {
      queryClient.setQueryData(queryKey, (now) => now && before && without(now, body, before));
      toastFailure(error, t('choices.failed'));
    },
    onSettled: () => {
      // While another change waits, an answer would show what was before it.
      if (queryClient.isMutating({ mutationKey: queryKey }) === 1) {
        return queryClient.invalidateQueries({ queryKey });
      }
    },
  });
  return change.mutate;
}

function after(now: NoticeChoices, { topics = [], quiet, digest }: Change): NoticeChoices {
  const changed = new Map(topics.map((one) => [one.topic, one]));
  return {
    ...now,
    topics: now.topics.map((one) => {
      const { email = one.email, push = one.push } = changed.get(one.topic) ?? {};
      return { ...one, email, push };
    }),
    ...(quiet !== undefined && { quiet }),
    ...(digest !== undefined && { digest }),
  };
}

/** The choices without a change: each field that still is as it was sent becomes what it was before. */
function without(now: NoticeChoices, sent: Change, before: NoticeChoices): NoticeChoices {
  const sentTopics = new Map(sent.topics?.map((one) => [one.topic, one]));
  const topicsBefore = new Map(before.topics.map((one) => [one.topic, one]));
  return {
    ...now,
    topics: now.topics.map((one) => {
      const { email, push } = sentTopics.get(one.topic) ?? {};
      const was = topicsBefore.get(one.topic) ?? one;
      return {
        ...one,
        email: one.email === email ? was.email : one.email,
        push: one.push === push ? was.push : one.push,
      };
    }),
    quiet: sent.quiet !== undefined && areSame(now.quiet, sent.quiet) ? before.quiet : now.quiet,
    digest: now.digest === sent.digest ? before.digest : now.digest,
  };
}

type Quiet = NoticeChoices['quiet'];
const areSame = (one: Quiet, other: Quiet) => one?.from === other?.from && one?.until === other?.until;
