/** "2 d 03:15" or "04:59": time that is left, short enough for a bar. */
export function timeLeft(seconds: number): string {
  const whole = Math.floor(Math.max(0, seconds));
  const [days, hours, minutes, rest] = [Math.floor(whole / 86_400), Math.floor((whole % 86_400) / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  if (days) return `${days} d ${two(hours)}:${two(minutes)}`;
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`;
}
