/** A follow-up job that was given up; the time is ISO 8601. */
export interface JobLine {
  id: string;
  job: string;
  subject: string;
  tries: number;
  /** Cut where it is long. */
  error: string | null;
  failedAt: string;
}

export interface JobsData {
  jobs: JobLine[];
  /** All of them; the newest are listed. */
  count: number;
}
