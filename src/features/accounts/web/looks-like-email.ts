/** Whether it has the shape of an address; whether it exists is for the mail to find out. */
export function looksLikeEmail(text: string): boolean {
  return /^\S+@[^\s@]+\.[^\s@]{2,}$/.test(text.trim());
}
