const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/**
 * Strips the tags from an event's description, in which calendars allow HTML, and keeps its line breaks. A `<` that
 * begins no tag stays.
 */
export function plainText(html: string): string {
  return html
    .replace(/\r\n?/g, '\n')
    .replace(/<(br|\/p|\/div|\/li|\/h[1-6])\b[^<>]*>/gi, '\n')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Writes plain text so that calendars which allow HTML show it as it is, and `plainText` reads it again. */
export function asHtml(text: string): string {
  return text.replace(/&(?=(amp|lt|gt|quot|#39|nbsp);)/g, '&amp;').replace(/<(?=\/?[a-z])/gi, '&lt;');
}
