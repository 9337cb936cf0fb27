/** How far a run is. */
export type ProgressEvent =
  /** A stage begins or ends; `detail` is a short text for people, e.g. what it made. */
  | { readonly kind: 'stage-begin'; readonly stage: string; readonly detail?: string }
  | { readonly kind: 'stage-end'; readonly stage: string; readonly detail?: string }
  /** `done` of `total` units of the stage's work, both counting up as more becomes known. */
  | {
      readonly kind: 'progress';
      readonly stage: string;
      readonly done: number;
      readonly total: number;
      readonly unit: 'bytes' | 'sets';
    };

export type ProgressListener = (event: ProgressEvent) => void;
