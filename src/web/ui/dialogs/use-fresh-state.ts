import { useState } from 'react';

/**
 * State of a dialog that begins each time it opens with what `first` is by then. The component of a dialog stays
 * mounted while it is closed, and would show what was cancelled as if it had been stored.
 */
export function useFreshState<State>(opened: boolean, first: State) {
  const [state, setState] = useState(first);
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setState(first);
  }
  return [state, setState] as const;
}
