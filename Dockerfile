FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 NODE_COMPILE_CACHE=/app/data/compiled
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages packages
# The image brings its own Node, so the one in optionalDependencies stays out.
RUN npm ci --omit=optional --omit=dev && npm cache clean --force
COPY locales locales
COPY src src
RUN mkdir data && chown node:node data
USER node
VOLUME /app/data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1: npm would stand between it and the signals.
CMD ["node", "--disable-warning=ExperimentalWarning", "src/main.ts"]
