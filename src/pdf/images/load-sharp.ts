/** sharp, which loads when a first picture is decoded or encoded: that takes 30 ms, and many requests have none. */
export const loadSharp = async () => (await import('sharp')).default;
