/** Twice what is kept, so that nothing is lost; a photo of a phone becomes a hundredth of its bytes. */
const side = 512;
const quality = 0.9;

/**
 * The middle of a picture as a small square, ready to send: what a slow connection carries in a second. Null
 * when the browser cannot read the file as a picture.
 */
export async function shrinkPicture(file: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const short = Math.min(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.min(side, short);
  const brush = canvas.getContext('2d');
  if (brush) {
    brush.imageSmoothingQuality = 'high';
    const left = (picture.width - short) / 2;
    const top = (picture.height - short) / 2;
    brush.drawImage(picture, left, top, short, short, 0, 0, canvas.width, canvas.height);
  }
  picture.close();
  // A browser that writes no WebP writes a PNG instead, and both are taken.
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', quality));
}
