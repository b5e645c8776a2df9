/** What a thread of the pool loads before its first task. */
export default function idle(): void {
  // Nothing: tasks name their own module.
}
