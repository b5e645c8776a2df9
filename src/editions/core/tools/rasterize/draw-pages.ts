import { imageTypes, type Context, type ImageType } from '../../../../context.ts';
import type { ImagesResult, Services } from '../../../edition.ts';
import { ImageFile } from '../../../image-file.ts';
import { tasksOnThread } from '../../../tasks-on-thread.ts';
import type * as tasks from '../tasks.ts';
import type { RasterizeJob } from './rasterize-job.ts';

type Options = Pick<
  RasterizeJob,
  'password' | 'pages' | 'size' | 'paper' | 'annotations' | 'forms' | 'type' | 'quality'
>;
type Wanted = { readonly [Name in keyof Options]?: Options[Name] | undefined };

/** The pages to be drawn; what is left out has the value that the tool `rasterize` has without it. */
export interface DrawnPages extends Wanted {
  /** Its memory is freed. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The name of the document without its extension, from which the names of the images are made. */
  readonly stem: string;
}

/** Pixels an inch unless requested otherwise. */
export const defaultDpi = 144;
/** Quality of JPEG and WebP unless requested otherwise. */
export const defaultQuality = 85;

const extensions: Readonly<Record<ImageType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

const onThread = tasksOnThread<typeof tasks>(new URL('../rasterize.ts', import.meta.url).href);

const defaults = {
  password: undefined,
  pages: undefined,
  size: { dpi: defaultDpi },
  paper: [255, 255, 255],
  annotations: true,
  forms: true,
  type: imageTypes[0],
  quality: defaultQuality,
} as const satisfies Options;

/** Draws pages of a document as images, on a thread. Throws the AppErrors of `pageImages`. */
export async function drawPages(
  { bytes, stem, ...wanted }: DrawnPages,
  { threads, pixels }: Services,
  context: Context,
): Promise<ImagesResult> {
  const file = await ImageFile.create();
  try {
    const options = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
    const job: RasterizeJob = { ...defaults, ...(options as Partial<Options>), bytes, limits: pixels, path: file.path };
    const { images, pages } = await onThread('rasterize', job, {
      threads,
      context,
      stage: 'rasterize',
      transfer: [bytes],
      progress: (share) => context.stages.progress('rasterize', share, 1),
    });
    const extension = extensions[job.type];
    const digits = String(pages).length;
    const nameOf = (page = 1) => `${stem}${pages === 1 ? '' : `-${String(page).padStart(digits, '0')}`}.${extension}`;
    return {
      kind: 'images',
      contentType: job.type,
      images: images.map((image) => ({ ...image, filename: nameOf(image.page) })),
      content: file,
      pages,
      filename: `${stem}.zip`,
      report: { warnings: [] },
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}
