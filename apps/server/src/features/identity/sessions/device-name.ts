/** Names a device by its User-Agent header. The header can claim anything, so the name is for display only. */

/** The first match wins, since most browsers also claim to be others (Edge claims Chrome, Chrome claims Safari). */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPX\/|\bOPT\/|\bOpera\b/, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bBrave\//, 'Brave'],
  [/\bDuckDuckGo\/|\bDdg\//, 'DuckDuckGo'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\/|\bFocus\//, 'Firefox'],
  [/\bHeadlessChrome\//, 'Headless Chrome'],
  [/\bCriOS\/|\bChrom(?:e|ium)\/|\bGSA\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bXbox\b/, 'Xbox'],
  [/\bPlayStation\b/, 'PlayStation'],
  [/\bTizen\b/, 'Samsung TV'],
  [/\bWeb0S\b|\bwebOS\b/, 'LG TV'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\b(?:Free|Open|Net)BSD\b/, 'BSD'],
  [/\bLinux\b/, 'Linux'],
];

/** @returns `Firefox on Windows`, or the first word of anything else: `curl` */
export function deviceName(userAgent: string | null): string {
  const text = userAgent ?? '';
  const browser = BROWSERS.find(([pattern]) => pattern.test(text))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(text))?.[1];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? /^[A-Za-z][\w .-]{0,38}/.exec(text)?.[0].trim() ?? 'Unknown device';
}
