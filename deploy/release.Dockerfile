# An image of an unpacked release: docker build -t sharj . needs nothing from npm.
# BASE: any image with glibc 2.28 or newer and libstdc++, also one from a mirror or loaded from a file.
ARG BASE=debian:12-slim
FROM ${BASE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 NODE_COMPILE_CACHE=/app/data/compiled
COPY . /opt/sharj
RUN useradd --system --uid 1000 --home-dir /app --shell /usr/sbin/nologin sharj && mkdir -p /app/data && chown sharj: /app/data
WORKDIR /app
USER sharj
VOLUME /app/data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["/opt/sharj/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The launcher replaces itself with Node, which gets the signals.
CMD ["/opt/sharj/bin/node", "--disable-warning=ExperimentalWarning", "/opt/sharj/src/main.ts"]
