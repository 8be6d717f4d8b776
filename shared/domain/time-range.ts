/** A range of Unix seconds: from `first` on, before `end`. */
export interface TimeRange {
  readonly first: number;
  readonly end: number;
}

/** True for a time in the range; `null`: no time. */
export const isInRange = ({ first, end }: TimeRange, at: number | null): at is number => at !== null && at >= first && at < end;
