import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#shared/operation.ts';
import { call } from '#web/api/call.ts';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import { changeNoticeChoices, type NoticeChoices, readNoticeChoices } from '../contract.ts';

export const choicesQuery = queryOptions({
  queryKey: ['notifications', 'choices'],
  queryFn: ({ signal }) => call(readNoticeChoices, {}, { signal }),
});

type Change = InputOf<typeof changeNoticeChoices>['body'];

/** Changes a choice: shown at once, and taken back when the server does not keep it. */
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
    onError: (error, _body, before) => {
      queryClient.setQueryData(queryKey, before);
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
