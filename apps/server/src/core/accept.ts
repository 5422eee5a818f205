/**
 * Whether JSON is preferred to another type of content, each by the most specific matching range (RFC 9110, 12.5.1). The
 * default headers of HTTP clients, with JSON first and a wildcard of equal weight after it, get the other.
 * @param other `application/pdf`
 */
export function prefersJson(accept: string, other: string): boolean {
  const ranges = accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()));
  const weightOf = (name: string): number => {
    const wanted = [name, name.replace(/\/.*/, '/*'), '*/*'];
    const taking = wanted.flatMap((one) => ranges.filter(([type]) => type === one));
    const quality = taking[0]?.find((parameter) => parameter.startsWith('q='));
    return taking[0] === undefined ? 0 : Number(quality?.slice(2) ?? 1);
  };
  return weightOf('application/json') > weightOf(other);
}
