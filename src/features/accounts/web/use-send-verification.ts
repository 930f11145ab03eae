import { useMutation } from '#web/api/use-mutation.ts';
import { textOfRefusal } from '#web/i18n/refusal-text.ts';
import { lazyPart } from '#web/ui/overlays/lazy-part.ts';
import { toastError } from '#web/ui/toasts/toast.ts';

/** Comes with the texts of every refusal of accounts, and few members have an address to confirm. */
const letter = lazyPart(async () => (await import('./send-verification.ts')).sendVerificationLetter);

/** Sends the letter that confirms the reader's address once more, and tells of a failure. */
export function useSendVerification(onSent: () => void) {
  const sending = useMutation({
    mutationFn: async () => {
      await letter.fetch();
      return letter.part?.();
    },
    onSuccess: (isSent) => isSent && onSent(),
    // Where the code does not come there is no connection.
    onError: () => toastError(textOfRefusal('offline')),
  });
  return {
    send: () => sending.mutate(),
    busy: sending.isPending,
    /** For a button that a person approaches. The press itself repeats a fetch that failed, and says so. */
    prepare: () => void letter.fetch().catch(() => {}),
  };
}
