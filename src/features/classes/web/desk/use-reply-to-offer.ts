import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { answerOffer, withdrawOffer } from '../../contract.ts';

export type OfferReply = { id: string; answer: 'accepted' | 'declined' | 'withdrawn' };

/** Answers the offer of another teacher, or takes the reader's own back. */
export function useReplyToOffer() {
  const { t } = useTranslation('classes');
  const queryClient = useQueryClient();
  return useMutation<unknown, Error, OfferReply>({
    mutationFn: ({ id, answer }) =>
      answer === 'withdrawn'
        ? call(withdrawOffer, { params: { id } })
        : call(answerOffer, { params: { id }, body: { accepted: answer === 'accepted' } }),
    onSuccess: (_, { answer }) => toastSuccess(t(`offer.answered.${answer}`)),
    onError: (failure) => toastFailure(failure, t('offer.answerFailed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
  });
}
