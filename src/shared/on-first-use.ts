/**
 * Makes something when it is first asked for, and once. A format of `Intl` takes milliseconds on a phone, and a page
 * uses few of those that there are.
 */
export function onFirstUse<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
